#!/bin/sh
# Trains the networks that come with the package, from nothing or from where it stopped, in pieces of some minutes
# for a machine with a GPU that is lent for a while only.
#
#   sh benchmarks/training/recipe.sh hex11 9          train `hex11` until it has had 9 minutes
#   sh benchmarks/training/recipe.sh hex11 18         go on to 18
#   sh benchmarks/training/recipe.sh hex11-more 11    another 11 minutes from that network
#   sh benchmarks/training/recipe.sh hex11-longer 16  and 16 from that one: the network that ships is 11.8, 11 and 16
#   sh benchmarks/training/recipe.sh                  the names
#
# Each call ends by itself within LIMIT seconds (570): training is interrupted, writes its checkpoint and its network, and
# the same call goes on. What a call leaves in OUT (trained/) is all that the next one needs: NAME.net, NAME.net.checkpoint
# (10 MB for 6 blocks of 64 channels), NAME.net.jsonl, the curve, and NAME.net.md; NAME-networks.tar has the networks of all
# checkpoints, for curve.py. No file is larger than 16 MB, or this says so.
#
# The machine needs Python 3.11 or newer, this package with its extras `train` and `cuda`, and JAX's own wheel for CUDA
# ('jax[cuda13]'). Without a network that is a virtual environment made elsewhere, on the same system with the same Python,
# and copied: numba, llvmlite and numba-cuda are what such machines usually lack, and `pip download` into a folder and
# `pip install --no-index --find-links FOLDER` brings them over, too. PYTHON names the Python to use.
#
# The learning rate falls to nothing at the last of the minutes that are named, so name the whole at once where it fits one call;
# where it does not, name the same whole each time, and the limit cuts it in pieces: MINUTES counts training alone.
#
# One game leaves much of a large GPU idle. Several of these calls at once, each with a core of its own, share it well where CUDA's
# Multi-Process Service runs: `nvidia-cuda-mps-control -d` before them, `echo quit | nvidia-cuda-mps-control` after them, and
# XLA_PYTHON_CLIENT_PREALLOCATE=false, or the first one takes most of the memory.
#
# MORE is added to the command of `playout train`: MORE="--device cpu --games 16 --batch 32 --channels 8 --blocks 1" tries
# all of this on a CPU.
set -eu

PYTHON=${PYTHON:-python3}
OUT=${OUT:-trained}
LIMIT=${LIMIT:-570}
MORE=${MORE:-}

case ${1:-} in
  hex11)        game=hex:11          with="--random-plies 4" ;;
  hex11-more)   game=hex:11          with="--start $OUT/hex11.net --rate 5e-4 --random-plies 4" ;;
  hex11-longer) game=hex:11          with="--start $OUT/hex11-more.net --rate 5e-4 --random-plies 4" ;;
  connect4)     game=connect4        with="--random-plies 24" ;;
  breakthrough) game=breakthrough    with="" ;;
  othello)      game=othello         with="" ;;
  go9)          game=go              with="" ;;
  gomoku15)     game=mnk:15x15x5     with="--blocks 4" ;;
  knightthrough | atarigo | nogo | domineering) game=$1 with="--blocks 4" ;;
  clobber)      game=examples/clobber.py    with="--blocks 4 --channels 64" ;;
  chomp)        game=examples/my_game.py:8x8 with="--blocks 2 --channels 32" ;;
  *) echo "hex11 hex11-more hex11-longer connect4 breakthrough othello go9 gomoku15 knightthrough atarigo nogo domineering clobber chomp; see the head of this file"; exit 2 ;;
esac
minutes=${2:-9}

mkdir -p "$OUT"
rc=0
# SIGINT, as Ctrl-C: what is learnt is kept. Seconds for the start and for the checkpoint are within the limit.
timeout --signal=INT --kill-after=20 "$((LIMIT - 20))" "$PYTHON" -m playout train "$game" --minutes "$minutes" --keep \
  --out "$OUT/$1.net" $with $MORE || rc=$?
# 130 or 124: the limit came first, and the same call goes on.
[ "$rc" = 0 ] || [ "$rc" = 130 ] || [ "$rc" = 124 ] || exit "$rc"
[ "$rc" = 0 ] || echo "stopped by the limit of $LIMIT s; the same command goes on"

(cd "$OUT" && tar cf "$1-networks.tar" "$1"-[0-9]*.net 2>/dev/null) || rm -f "$OUT/$1-networks.tar"
find "$OUT" -type f -size +16M -exec echo "larger than 16 MB:" {} \;
ls -l "$OUT"
