"""One call of one tool over HTTP by the Python MCP client, as an agent makes it.

    call.py URL TOKEN TOOL < arguments.json

Prints the structured result as JSON; a refused call prints {"refused": TEXT}.
"""

import asyncio
import json
import sys

import mcp
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


async def main() -> None:
    url, token, tool = sys.argv[1:]
    arguments = json.load(sys.stdin)
    http = create_mcp_http_client(headers={"Authorization": f"Bearer {token}"})

    async def progress(_done, _total, _message) -> None:
        """Asking for progress is what lets the call wait."""

    client = mcp.Client(
        streamable_http_client(url, http_client=http),
        client_info=mcp.types.Implementation(name="python-agent", version="1.0"),
    )
    async with client:
        result = await client.call_tool(tool, arguments, read_timeout_seconds=120, progress_callback=progress)
    text = "\n".join(block.text for block in result.content if block.type == "text")
    print(json.dumps({"refused": text} if result.is_error else result.structured_content))


asyncio.run(main())
