/** Nobody's id: what is looked up or changed of an account is so of this one where there is none, for its time would tell. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'
