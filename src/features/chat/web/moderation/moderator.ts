/** Who works on the reports. */
export type Moderator = { id: string; isAdmin: boolean }
