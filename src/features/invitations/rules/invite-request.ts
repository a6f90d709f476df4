export const OCCUPATIONS = [
  'dj',
  'promoter',
  'media',
  'equipment_hire',
  'venue',
  'producer',
  'agent',
] as const
export type Occupation = (typeof OCCUPATIONS)[number]

export const OCCUPATION_LABELS: Record<Occupation, string> = {
  dj: 'DJ',
  promoter: 'Promoter',
  media: 'Media',
  equipment_hire: 'Equipment hire',
  venue: 'Venue',
  producer: 'Producer',
  agent: 'Agent',
}

export const NAME_MAX = 100
export const ABOUT_MAX = 500
export const VOUCHER_MAX = 100
export const LINK_MAX = 200

/** Checks only the format, which is enough to answer by email; account addresses are checked more strictly. */
export function hasEmailFormat(value: string): boolean {
  return (
    value.length <= 254 &&
    !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(value) &&
    /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\.]+(\.[^\s@<>,;:"()[\]\\.]+)+$/u.test(value)
  )
}
