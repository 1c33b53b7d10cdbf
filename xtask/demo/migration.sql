-- 0042_readings_by_station: one pass over the table, no lock that blocks writers.
create index concurrently if not exists readings_station_taken_at
    on readings (station_id, taken_at desc)
    include (temperature, salinity);

-- Only after the new one is valid; the planner has both until then.
drop index concurrently if exists readings_station_id;

analyze readings;
