"""One call of one tool by FastMCP's client, as an agent makes it.

    fast.py URL TOKEN TOOL [quiet] < arguments.json
    fast.py PROGRAM DATA_DIR TOOL [quiet] < arguments.json

Over HTTP or over stdio. Prints the structured result as JSON; a refused call prints {"refused": TEXT}.
FastMCP asks for progress on every call; with `quiet` nobody listens to it.
"""

import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from mcp.types import Implementation


async def progress(_done, _total, _message) -> None:
    """What is heard is not needed here."""


async def main() -> None:
    place, credential, tool, *quiet = sys.argv[1:]
    if place.startswith("http"):
        transport = StreamableHttpTransport(place, headers={"Authorization": f"Bearer {credential}"})
    else:
        transport = StdioTransport(place, ["mcp", "--data-dir", credential])
    agent = Implementation(name="fastmcp-agent", version="1.0")
    async with Client(transport, client_info=agent) as client:
        result = await client.call_tool(
            tool,
            json.load(sys.stdin),
            timeout=120,
            progress_handler=None if quiet else progress,
            raise_on_error=False,
        )
    text = "\n".join(block.text for block in result.content if block.type == "text")
    print(json.dumps({"refused": text} if result.is_error else result.structured_content))


asyncio.run(main())
