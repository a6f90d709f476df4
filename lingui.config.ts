import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { readdirSync } from 'node:fs'

/** Each feature has its own catalog; design, platform and routes share one. */
const catalog = (folder: string, include = [folder]) => ({
  path: `${folder}/locales/{locale}`,
  include,
  exclude: ['**/*.test.*', '**/testing*'],
})

export default defineConfig({
  sourceLocale: 'en',
  locales: ['de'],
  catalogs: [
    ...readdirSync('src/features').map((feature) => catalog(`src/features/${feature}`)),
    catalog('src', ['src/design', 'src/lib', 'src/platform', 'src/routes']),
  ],
  // Without source locations, which would change whenever a file moves.
  format: formatter({ origins: false }),
})
