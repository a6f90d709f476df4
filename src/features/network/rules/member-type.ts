// The words of the network's own screens; the database refuses any other type.
const LABELS = {
  dj: 'DJ',
  producer: 'Producer',
  promoter: 'Promoter',
  venue: 'Venue',
  agent: 'Agent',
  media: 'Media',
  equipment_hire: 'Equipment hire',
} as const

export type MemberType = keyof typeof LABELS
export const MEMBER_TYPES = [
  'dj',
  'producer',
  'promoter',
  'venue',
  'agent',
  'media',
  'equipment_hire',
] as const satisfies readonly MemberType[]

export function memberTypeLabel(type: MemberType): string {
  return LABELS[type]
}

export function isMemberType(text: string): text is MemberType {
  return MEMBER_TYPES.some((type) => type === text)
}

/** `['dj', 'producer']` -> `DJ, Producer`; empty for whoever has none. */
export function memberTypeWords(types: readonly MemberType[]): string {
  return types.map(memberTypeLabel).join(', ')
}
