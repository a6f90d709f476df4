import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEFAULT_TEXTS } from '~/features/settings/rules/default-texts'

// These files of the journeys import Playwright, which can't run under Vitest, so they are read as text.
const checks = readFileSync('tests/journeys/support/accessibility.ts', 'utf8')
const keyboard = readFileSync('tests/journeys/keyboard.spec.ts', 'utf8')
const statement = DEFAULT_TEXTS.accessibility

test('the accessibility statement lists the rules that the journeys check', () => {
  const tags = [...(/const WCAG = \[(.*?)\]/.exec(checks)?.[1] ?? '').matchAll(/'(wcag\w+)'/g)].map(
    ([, tag]) => tag,
  )
  expect(tags).toEqual(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  expect(statement).toContain('by the rules of WCAG 2.0, 2.1 and 2.2, levels A and AA')
})

test('the accessibility statement names the checks of themes, width and keyboard that exist', () => {
  expect(checks).toContain("show(page, 'light')")
  expect(checks).toContain("show(page, 'dark')")
  expect(statement).toContain('in the light and in the dark theme')
  expect(/smallest = \{ width: (\d+)/.exec(checks)?.[1]).toBe('320')
  expect(statement).toContain('on a screen 320 pixels wide')
  expect(keyboard.match(/^test\(/gm)?.length).toBeGreaterThan(0)
  expect(statement).toContain('with the keyboard alone')
})
