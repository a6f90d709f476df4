export type Moderator = { id: string; isAdmin: boolean }
