"""The parts of a net: their names and sizes, in the order in which they lie in a file of weights.

A position goes through a tower of residual blocks and becomes what every move is looked at with; a move's
bits are added to it, one more residual layer follows, then a number. Levels (see `levels`) get theirs from
the tower.
"""

from dataclasses import asdict, dataclass
from typing import Any, Final

from stramash.nets.layout import WORD, Layout

CRITIC_SCALE: Final = 40.0
"""Points to a unit of a critic's output, in every file, whatever reward scale it was trained with."""


@dataclass(frozen=True)
class Shape:
    """How large a net is."""

    inputs: int
    secrets: int
    move_inputs: int
    levels: int
    seats: int
    width: int = 512
    blocks: int = 2
    move_width: int = 128
    critic_width: int = 384
    critic_blocks: int = 1

    @classmethod
    def for_layout(cls, layout: Layout, **sizes: int) -> "Shape":
        """The shape of a net for a layout."""
        return cls(
            inputs=len(layout.position),
            secrets=len(layout.secrets),
            move_inputs=layout.move_words * WORD,
            levels=layout.levels,
            seats=layout.seats,
            **sizes,
        )

    def player_parts(self) -> dict[str, tuple[int, ...]]:
        """What a player needs: name and size of each part."""
        blocks: dict[str, tuple[int, ...]] = {}
        for i in range(self.blocks):
            blocks |= {
                f"block{i}.in": (self.width, self.width),
                f"block{i}.in_bias": (self.width,),
                f"block{i}.out": (self.width, self.width),
                f"block{i}.out_bias": (self.width,),
            }
        return {
            "first": (self.inputs, self.width),
            "first_bias": (self.width,),
            **blocks,
            "look": (self.width, self.move_width),
            "look_straight": (self.inputs, self.move_width),
            "look_bias": (self.move_width,),
            "levels": (self.width, self.levels - 1),
            "levels_bias": (self.levels - 1,),
            "move": (self.move_inputs, self.move_width),
            "move_layer": (self.move_width, self.move_width),
            "move_layer_bias": (self.move_width,),
            "move_last": (self.move_width,),
        }

    def critic_parts(self) -> dict[str, tuple[int, ...]]:
        """What a critic needs, which sees all cards and says what the deal will bring each seat."""
        blocks: dict[str, tuple[int, ...]] = {}
        for i in range(self.critic_blocks):
            blocks |= {
                f"critic.block{i}.in": (self.critic_width, self.critic_width),
                f"critic.block{i}.in_bias": (self.critic_width,),
                f"critic.block{i}.out": (self.critic_width, self.critic_width),
                f"critic.block{i}.out_bias": (self.critic_width,),
            }
        return {
            "critic.first": (self.inputs + self.secrets, self.critic_width),
            "critic.first_bias": (self.critic_width,),
            **blocks,
            "critic.last": (self.critic_width, self.seats),
            "critic.last_bias": (self.seats,),
        }

    def as_json(self) -> dict[str, Any]:
        """The shape as plain data."""
        return asdict(self)
