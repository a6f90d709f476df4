import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { globSync, readdirSync, readFileSync } from 'node:fs'

const hasMessages = (file: string) =>
  !/\.test\.|[/\\]testing/.test(file) &&
  /from '@lingui\/(?:core|react)\/macro'/.test(readFileSync(file, 'utf8'))

/** None for folders without messages. Reading the names of the macro's users alone is ten times faster than all files. */
const catalog = (folder: string, folders = [folder]) => {
  const include = globSync(folders.map((each) => `${each}/**/*.{ts,tsx}`)).filter(hasMessages)
  return include.length === 0 ? [] : [{ path: `${folder}/locales/{locale}`, include }]
}

/** Each feature has its own catalog; design, platform and routes share one. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['de'],
  catalogs: [
    ...readdirSync('src/features').flatMap((feature) => catalog(`src/features/${feature}`)),
    ...catalog('src', ['src/design', 'src/lib', 'src/platform', 'src/routes']),
  ],
  // Without source locations, which would change whenever a file moves.
  format: formatter({ origins: false }),
})
