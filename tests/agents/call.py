"""One call of one tool by the Python MCP client, as an agent makes it.

    call.py URL TOKEN TOOL [quiet] < arguments.json
    call.py PROGRAM DATA_DIR TOOL [quiet] < arguments.json

Over HTTP or over stdio. Prints the structured result as JSON; a refused call prints {"refused": TEXT}.
With `quiet` the client does not ask for progress.
"""

import asyncio
import json
import sys

import mcp
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


async def progress(_done, _total, _message) -> None:
    """Asking for progress is what lets the call wait."""


async def main() -> None:
    place, credential, tool, *quiet = sys.argv[1:]
    if place.startswith("http"):
        http = create_mcp_http_client(headers={"Authorization": f"Bearer {credential}"})
        transport = streamable_http_client(place, http_client=http)
    else:
        transport = stdio_client(StdioServerParameters(command=place, args=["mcp", "--data-dir", credential]))
    agent = mcp.types.Implementation(name="python-agent", version="1.0")
    async with mcp.Client(transport, client_info=agent) as client:
        result = await client.call_tool(
            tool,
            json.load(sys.stdin),
            read_timeout_seconds=120,
            progress_callback=None if quiet else progress,
        )
    text = "\n".join(block.text for block in result.content if block.type == "text")
    print(json.dumps({"refused": text} if result.is_error else result.structured_content))


asyncio.run(main())
