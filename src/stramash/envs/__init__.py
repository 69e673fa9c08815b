"""The games as reinforcement learning environments: action ids, observations, adapters."""
