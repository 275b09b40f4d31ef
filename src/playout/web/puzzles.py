"""The puzzles that come with the package, as the page gets them."""

from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Response

from ..puzzles import GAMES, Puzzle, puzzles_of
from .app_state import AppState
from .messages import Message, Outcome

__all__ = ["PuzzleList", "puzzles_json", "router_for"]


class PuzzleInfo(Message):
    """A position of a game, and the one move that keeps its value: the first of the line."""

    id: str
    game: str
    moves: tuple[str, ...]
    goal: Outcome
    line: tuple[str, ...]
    grade: int
    rating: int
    simulations: int
    plies: int | None


class PuzzleList(Message):
    """GET /api/puzzles/hex: all puzzles of a game, the easiest first."""

    puzzles: tuple[PuzzleInfo, ...]


def router_for(state: AppState) -> APIRouter:
    """An address for each game that has puzzles: no part of one is taken for the name of a file."""
    router = APIRouter()

    def puzzles_to(game: str) -> Any:
        async def send_puzzles() -> Response:
            text = await state.in_pool(puzzles_json, game)
            return Response(text, media_type="application/json")

        return send_puzzles

    for game in GAMES:
        router.add_api_route(f"/api/puzzles/{game}", puzzles_to(game), methods=["GET"])
    return router


@lru_cache(maxsize=len(GAMES))
def puzzles_json(game: str) -> str:
    """The puzzles of a game as they are sent."""
    return PuzzleList(puzzles=tuple(map(_info, puzzles_of(game)))).model_dump_json()


def _info(puzzle: Puzzle) -> PuzzleInfo:
    return PuzzleInfo(**puzzle._asdict(), grade=puzzle.grade, rating=puzzle.rating)
