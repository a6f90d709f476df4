import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'postcss'
import { expect, test } from 'vitest'

// The compiler doesn't check class names of CSS Modules: a missing class would be `undefined`, without an error.
const modules = globSync('{src,dev}/**/*.module.css')
const importOfModule = /import (\w+) from '([^']+\.module\.css)'/g

/** The class names of each CSS Module that components use (`styles.name`), by module path. */
const used = new Map<string, Set<string>>(modules.map((file) => [file, new Set()]))
const broken: string[] = []
for (const file of globSync('{src,dev}/**/*.{ts,tsx}')) {
  const text = readFileSync(file, 'utf8')
  for (const [, name = '', path = ''] of text.matchAll(importOfModule)) {
    const module = path.startsWith('~/') ? join('src', path.slice(2)) : join(dirname(file), path)
    if (!existsSync(module)) broken.push(`${file}: ${path}`)
    for (const [, className = ''] of text.matchAll(new RegExp(`(?<![\\w./])${name}\\.(\\w+)`, 'g')))
      used.get(module)?.add(className)
  }
}

function definedIn(file: string): Set<string> {
  const classes = new Set<string>()
  parse(readFileSync(file, 'utf8')).walkRules(({ selector }) => {
    const local = selector.replaceAll(/:global\([^)]*\)/g, '')
    for (const [, className = ''] of local.matchAll(/\.([A-Za-z][\w-]*)/g)) classes.add(className)
  })
  return classes
}

test('components use only classes that their CSS Module defines, and use each of them', () => {
  expect(broken).toEqual([])
  for (const file of modules)
    expect({ file, classes: [...(used.get(file) ?? [])].toSorted() }).toEqual({
      file,
      classes: [...definedIn(file)].toSorted(),
    })
})
