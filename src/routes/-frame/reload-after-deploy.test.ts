import { expect, test } from 'vitest'
import { reloadAfterDeploy } from './reload-after-deploy'

const missing = new TypeError('Failed to fetch dynamically imported module: https://b2b.example/assets/x.js')

function openPage() {
  const stored = new Map<string, string>()
  const page = {
    storage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
    now: 1_000_000,
    reloads: 0,
    reload: () => void (page.reloads += 1),
  }
  return page
}

test.each([
  missing,
  new TypeError('error loading dynamically imported module: https://b2b.example/assets/x.js'),
  new TypeError('Importing a module script failed.'),
])('reloads the page when a script chunk is missing: %s', (error) => {
  const page = openPage()
  expect(reloadAfterDeploy(error, page)).toBe(true)
  expect(page.reloads).toBe(1)
})

test('reloads at most once a minute, but again after the next deploy', () => {
  const page = openPage()
  reloadAfterDeploy(missing, page)
  page.now += 5_000
  expect(reloadAfterDeploy(missing, page)).toBe(false)
  page.now += 3_600_000
  expect(reloadAfterDeploy(missing, page)).toBe(true)
  expect(page.reloads).toBe(2)
})

test('leaves other errors to the error page', () => {
  const page = openPage()
  expect(reloadAfterDeploy(new TypeError('Failed to fetch'), page)).toBe(false)
  expect(page.reloads).toBe(0)
})

test("doesn't reload without storage", () => {
  const page = openPage()
  page.storage.setItem = () => {
    throw new Error('storage is full')
  }
  expect(reloadAfterDeploy(missing, page)).toBe(false)
})
