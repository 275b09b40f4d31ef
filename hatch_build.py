"""What is made when Playout is built: its description, its links, its kernels, its commit.

A wheel gets the compiled kernels of the folder that PLAYOUT_PRECOMPILED names. Without it the wheel
is the same for every system, and kernels are compiled where they are used.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SYSTEM = "manylinux_2_17_x86_64"  # of the kernels: machine code, which calls nothing of the system
RELATIVE = r"(?!\w+:|#)"  # what starts in the folder of the README
LINK = re.compile(rf"\[([^\]]*)\]\({RELATIVE}([^)\s]+)\)")
PICTURE = re.compile(rf'(<img src="){RELATIVE}([^"]+)("[^>]*>)')
# Paragraphs of which nothing is left without links and pictures.
ALONE = re.compile(rf"(?m)^(?:\[[^\]]*\]\({RELATIVE}[^)\s]+\)|<p[^>]*></p>)\n+")


class Description(MetadataHookInterface):
    """The README as a package index shows it, where nothing lies beside it."""

    PLUGIN_NAME = "custom"

    def update(self, metadata):
        text = Path(self.root, "README.md").read_text("utf-8")
        home = self.config["home"].rstrip("/")
        if home:

            def address(kind, path):
                return self.config[kind].format(home=home, version=metadata["version"], path=path)

            text = LINK.sub(lambda m: f"[{m[1]}]({address('pages', m[2])})", text)
            text = PICTURE.sub(lambda m: m[1] + address("pictures", m[2]) + m[3], text)
            pages = {"Documentation": "README.md", "Changelog": "CHANGELOG.md"}
            metadata["urls"] = {"Homepage": home}
            metadata["urls"] |= {name: address("pages", path) for name, path in pages.items()}
        else:  # published nowhere: what leads nowhere is left out
            text = ALONE.sub("", PICTURE.sub("", text))
            text = LINK.sub(r"\1", text)
            metadata["urls"] = {}
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


class Contents(BuildHookInterface):
    """The kernels, and the commit, which `playout --version` shows."""

    PLUGIN_NAME = "custom"

    def initialize(self, version, build_data):
        if version != "standard":
            return  # an editable install, which is the checkout itself
        if Path(self.root, ".git").exists():
            self.folder = tempfile.TemporaryDirectory()  # until all is built
            noted = Path(self.folder.name, "COMMIT")
            asked = ["git", "describe", "--always", "--dirty", "--exclude=*"]
            try:
                said = subprocess.run(asked, cwd=self.root, capture_output=True, check=True).stdout
            except (OSError, subprocess.CalledProcessError):
                said = b""  # no git here, or a checkout of somebody else
            noted.write_bytes(said)
            package = "playout" if self.target_name == "wheel" else "src/playout"
            build_data["force_include"][str(noted)] = f"{package}/COMMIT"
        kernels = os.environ.get("PLAYOUT_PRECOMPILED")
        if kernels and self.target_name == "wheel":
            python = f"cp{sys.version_info.major}{sys.version_info.minor}"
            build_data["tag"] = f"{python}-{python}-{SYSTEM}"
            build_data["pure_python"] = False
            build_data["force_include"][kernels] = "playout/precompiled"
