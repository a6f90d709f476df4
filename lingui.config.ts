import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { readdirSync } from 'node:fs'

/** A feature has a catalogue of its own; design, platform and routes share one. */
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
  // Without the places in the code, which would change with every move of a file.
  format: formatter({ origins: false }),
})
