import type { Problems } from './parse-draft'

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

function getFieldTab(path: string): ProfileTab {
  const [field = ''] = path.split('.')
  if (field === 'memberTypes') return 'types'
  return professional.has(field) ? 'professional' : 'basic'
}

/**
 * Returns the tab to show after validation: the open tab if it has an error, otherwise the first tab with an error.
 * Undefined without errors.
 */
export function findProblemTab(problems: Problems, open: ProfileTab): ProfileTab | undefined {
  const tabs = new Set(Object.keys(problems).map(getFieldTab))
  return tabs.has(open) ? open : PROFILE_TABS.find((tab) => tabs.has(tab))
}
