/** Wrong entries after which a code is invalid; the link in the same email still works. */
export const CODE_TRIES = 5
