// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { MyProfile } from '../../contract-shapes'
import { listenToToasts, profile } from '../profile/testing-profile'
import { clearParts, renderPart } from '../testing-parts'
import { MemberTypePage } from './member-type-page'

afterEach(() => {
  clearParts()
  vi.restoreAllMocks()
})

const onSaved = vi.fn<(saved: MyProfile) => void>()
async function renderPage(chosenBefore: MyProfile['memberTypes'] = []): Promise<void> {
  onSaved.mockClear()
  await renderPart(<MemberTypePage chosenBefore={chosenBefore} onSaved={onSaved} />)
}
const getCard = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const goOn = () => screen.getByRole('button', { name: /^Continue/ })
const isOff = () => goOn().getAttribute('aria-disabled') === 'true'

test('MT-01 shows the seven member types in order, each with an explanation', async () => {
  await renderPage(['venue'])
  expect(screen.getAllByRole('checkbox').map((checkbox) => checkbox.getAttribute('aria-label'))).toEqual([
    'DJ',
    'Producer',
    'Promoter',
    'Venue',
    'Agent',
    'Media',
    'Equipment hire',
  ])
  expect(getCard('Venue').checked).toBe(true)
  const about = getCard('Media').getAttribute('aria-describedby')?.trim()
  expect(document.querySelector(`[id="${about}"]`)?.textContent).toBe('You were there and can prove it')
})

test('MT-02 Skip for Now leads to the dashboard', async () => {
  await renderPage()
  expect(screen.getByRole('link', { name: 'Skip for Now' }).getAttribute('href')).toBe('/dashboard')
})

test('N-02 the member type page links back to the previous page and to the home page', async () => {
  await renderPage()
  expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/dashboard')
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
})

test('MT-02 Continue is disabled without a selection, and pressing Enter says why', async () => {
  const { messages } = listenToToasts()
  const calls = fakeServer({})
  await renderPage()
  expect(isOff()).toBe(true)
  await userEvent.click(goOn())
  getCard('DJ').focus()
  await userEvent.keyboard('{Enter}')
  expect(messages).toEqual(['error: Please select at least one member type'])
  expect(calls).toEqual([])
})

test('MT-02 Space selects a type and Enter continues; both are disabled while saving', async () => {
  const { messages } = listenToToasts()
  const response = Promise.withResolvers<MyProfile>()
  const calls = fakeServer({ saveMemberTypes: () => response.promise })
  await renderPage()
  screen.getByRole('link', { name: 'Home' }).focus()
  await userEvent.tab()
  expect(document.activeElement).toBe(getCard('DJ'))
  await userEvent.keyboard(' {Tab}{Tab} ')
  expect([getCard('DJ').checked, getCard('Producer').checked, getCard('Promoter').checked]).toEqual([
    true,
    false,
    true,
  ])
  expect(isOff()).toBe(false)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(isOff()).toBe(true))
  await userEvent.keyboard('{Enter}')
  await userEvent.click(goOn())
  expect(calls).toEqual([['saveMemberTypes', { types: ['dj', 'promoter'] }]])
  response.resolve(profile)
  await waitFor(() => expect(messages).toEqual(['success: Member types saved successfully!']))
  expect(onSaved.mock.calls).toEqual([[profile]])
})

test('MT-02 a failed save shows the server’s message and keeps the selection', async () => {
  const { messages } = listenToToasts()
  fakeServer({
    saveMemberTypes: () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR', { message: 'The record skipped.' })
    },
  })
  await renderPage()
  await userEvent.click(getCard('Agent'))
  await userEvent.click(goOn())
  await waitFor(() => expect(messages).toEqual(['error: The record skipped.']))
  expect(getCard('Agent').checked).toBe(true)
  expect(isOff()).toBe(false)
  expect(onSaved).not.toHaveBeenCalled()
})
