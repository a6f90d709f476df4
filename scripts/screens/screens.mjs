// All screens in visiting order. Later ones see the changes made by earlier ones.
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { accountScreens } from './account.mjs'
import { customerScreens } from './customer.mjs'
import { emptySiteScreens } from './empty-site.mjs'
import { memberScreens } from './member.mjs'
import { organizerScreens } from './organizer.mjs'
import { staffScreens } from './staff.mjs'
import { visitorScreens } from './visitor.mjs'

export const screens = [
  ...visitorScreens,
  ...customerScreens,
  ...memberScreens,
  ...organizerScreens,
  ...staffScreens,
  ...accountScreens,
  ...emptySiteScreens,
]

/** Routes without their own page. */
const EXEMPT = new Set(['__root', 'dev.components'])

/**
 * Returns the page routes of src/routes that no screen covers, including layouts. Files that return a picture or a
 * calendar end in .ts.
 */
export function routesWithoutScreen() {
  const shown = new Set(screens.flatMap(({ route }) => route))
  return globSync('src/routes/*.tsx')
    .map((file) => basename(file, '.tsx'))
    .filter((route) => !EXEMPT.has(route) && ![...shown].some((one) => `${one}.`.startsWith(`${route}.`)))
    .toSorted()
}
