export const MEMBER_TYPES = [
  'dj',
  'producer',
  'promoter',
  'venue',
  'agent',
  'media',
  'equipment_hire',
] as const
export type MemberType = (typeof MEMBER_TYPES)[number]

const LABELS: Record<MemberType, string> = {
  dj: 'DJ',
  producer: 'Producer',
  promoter: 'Promoter',
  venue: 'Venue',
  agent: 'Agent',
  media: 'Media',
  equipment_hire: 'Equipment hire',
}

export function getMemberTypeLabel(type: MemberType): string {
  return LABELS[type]
}

export function isMemberType(text: string): text is MemberType {
  return MEMBER_TYPES.some((type) => type === text)
}

/** Formats `['dj', 'producer']` as `DJ, Producer`; empty without types. */
export function formatMemberTypes(types: readonly MemberType[]): string {
  return types.map(getMemberTypeLabel).join(', ')
}
