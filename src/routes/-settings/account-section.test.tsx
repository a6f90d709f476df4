// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ThemeProvider } from '~/design/theme-context'
import type { Me } from '~/features/identity/web/queries'
import { AccountSection } from './account-section'

afterEach(cleanup)

const mara: Me = {
  id: '0198c3c0-0000-7000-8000-000000000001',
  fullName: 'Mara Voss',
  email: 'mara@voss.example',
  isEmailVerified: true,
  avatarUrl: null,
  roles: ['customer'],
  homePath: '/customer/dashboard',
}

test.each([
  ['mara@voss.example', mara],
  ['mara@voss.example, not confirmed', { ...mara, isEmailVerified: false }],
  ['No email', { ...mara, email: null, isEmailVerified: false }],
])('the account says: %s', (words, me) => {
  render(
    <ThemeProvider initial="dark">
      <AccountSection me={me} />
    </ThemeProvider>,
  )
  expect(screen.getByText(words)).toBeTruthy()
})
