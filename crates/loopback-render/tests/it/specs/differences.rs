//! Where we show something else than a specification expects, and why.

/// Why, and the numbers of the examples.
pub(crate) type Difference = (&'static str, &'static [usize]);

/// Raw HTML is reduced to a few harmless tags: what an agent writes may not hide anything, run or load anything.
const UNKNOWN_MARKUP: &str =
    "unknown tags, comments, scripts, styles and declarations are text, so that all is seen";
const ENDS: &str =
    "an end without its start is text, and what is left open ends with the block around it";
const RAW_LINKS: &str =
    "a raw link to nowhere we may go is text, with its target after the block it is left open in";
const BETWEEN_CELLS: &str = "what stands between the cells of a raw table is in a cell of its own, not in front of the table";
const NO_BREAK_SPACE: &str =
    "a no-break space in code or in an address is made visible, for it deceives there";
const BARE_ADDRESSES: &str =
    "bare addresses are links, as on GitHub; these examples are written without that extension";
const HTTPS: &str = "a bare `www.` address is taken to be https, not http";

pub(crate) const COMMONMARK: &[Difference] = &[
    (
        UNKNOWN_MARKUP,
        &[
            156, 157, 158, 163, 170, 171, 172, 173, 176, 177, 178, 179, 180, 181, 182, 183, 201,
            308, 309, 491, 524, 536, 613, 614, 615, 617, 625, 626, 627, 628, 629, 630,
        ],
    ),
    (ENDS, &[148, 150, 151, 165, 494, 623]),
    (RAW_LINKS, &[187, 344, 476, 477, 631, 642, 643]),
    (BETWEEN_CELLS, &[191]),
    (NO_BREAK_SPACE, &[333, 334, 507]),
    (BARE_ADDRESSES, &[602, 606, 608, 611, 612]),
];

pub(crate) const GITHUB: &[Difference] = &[
    (
        UNKNOWN_MARKUP,
        &[
            126, 127, 128, 133, 140, 141, 142, 145, 146, 147, 148, 149, 150, 151, 152, 170, 288,
            289, 500, 532, 544, 632, 633, 634, 636, 644, 647, 648, 649, 650,
        ],
    ),
    (ENDS, &[118, 120, 121, 135, 503, 642, 653]),
    (RAW_LINKS, &[156, 354, 485, 486, 651, 663, 664]),
    (BETWEEN_CELLS, &[160]),
    (NO_BREAK_SPACE, &[343, 344, 515]),
    (BARE_ADDRESSES, &[610, 614, 616, 619, 620]),
    (HTTPS, &[621, 622, 623, 624, 625, 626, 627]),
];
