/** The sections of the editor, in their order; what is said of an event names the one where it is put right. */
export const SECTIONS = ['night', 'place', 'lineup', 'tickets'] as const
export type Section = (typeof SECTIONS)[number]
export type Remark = { section: Section; words: string }
