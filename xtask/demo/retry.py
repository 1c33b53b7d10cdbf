def fetch_with_retry(url: str, *, attempts: int = 4, timeout: float = 5.0) -> bytes:
    """GET with exponential backoff and full jitter; 4xx is final, everything else is tried again."""
    for attempt in range(attempts):
        try:
            response = session.get(url, timeout=timeout)
            if response.status_code < 500:
                response.raise_for_status()
                return response.content
        except requests.ConnectionError:
            if attempt == attempts - 1:
                raise
        time.sleep(random.uniform(0, 0.25 * 2**attempt))
    raise Unavailable(url)
