import { crossfade } from 'svelte/transition';

/** The movement of Crown and Shield from one seat to another. */
export const [send, receive] = crossfade({});
