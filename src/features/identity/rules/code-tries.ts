/** So many wrong codes, and the right one is worth nothing any more either; the link of the same email still is. */
export const CODE_TRIES = 5
