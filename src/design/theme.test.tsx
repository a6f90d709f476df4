// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { readTheme, getThemeAttribute, formatThemeCookie } from './theme'
import { ThemeProvider } from './theme-context'
import { ThemeSwitch } from './theme-switch'

afterEach(cleanup)

describe('readTheme', () => {
  it('finds the theme among other cookies and ignores invalid values', () => {
    expect(readTheme('session=abc; theme=dark; x=1')).toBe('dark')
    expect(readTheme('theme=light')).toBe('light')
    expect(readTheme('mytheme=dark')).toBe('system')
    expect(readTheme('theme=darker')).toBe('system')
    expect(readTheme('theme="><script>')).toBe('system')
    expect(readTheme(null)).toBe('system')
  })

  it('the system theme sets no attribute and deletes the cookie', () => {
    expect(getThemeAttribute('system')).toBeUndefined()
    expect(getThemeAttribute('dark')).toBe('dark')
    expect(formatThemeCookie('system')).toContain('Max-Age=0')
    expect(formatThemeCookie('light')).toContain('theme=light; Path=/; Max-Age=31536000')
  })
})

it('ThemeSwitch applies and remembers the theme', async () => {
  const user = userEvent.setup()
  render(
    <ThemeProvider initial="system">
      <ThemeSwitch />
    </ThemeProvider>,
  )
  expect(screen.getByRole('button', { name: 'System', pressed: true })).toBeDefined()
  await user.tab()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(readTheme(document.cookie)).toBe('dark')
  expect(screen.getByRole('button', { name: 'Dark', pressed: true })).toBeDefined()
  await user.tab()
  await user.keyboard(' ')
  expect(document.documentElement.dataset['theme']).toBeUndefined()
  expect(readTheme(document.cookie)).toBe('system')
})
