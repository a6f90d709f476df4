/** Number of wrong entries after which a code no longer works. The link in the same email still works. */
export const CODE_TRIES = 5
