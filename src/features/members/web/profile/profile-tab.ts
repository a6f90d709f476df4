import type { Faults } from './read-draft'

const PROFILE_TABS = ['basic', 'professional', 'types'] as const
export type ProfileTab = (typeof PROFILE_TABS)[number]

const professional = new Set([
  'genres',
  'priceRange',
  'rate',
  'deposit',
  'availabilityDays',
  'timezone',
  'equipment',
])

/** The tab of a field, `equipment.kept-1` among them. */
function tabOf(path: string): ProfileTab {
  const [field = ''] = path.split('.')
  if (field === 'memberTypes') return 'types'
  return professional.has(field) ? 'professional' : 'basic'
}

/** Where to look: the tab that is open if anything is wrong there, else the first with a fault; undefined without faults. */
export function tabOfFaults(faults: Faults, open: ProfileTab): ProfileTab | undefined {
  const tabs = new Set(Object.keys(faults).map(tabOf))
  return tabs.has(open) ? open : PROFILE_TABS.find((tab) => tabs.has(tab))
}
