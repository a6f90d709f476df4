// @vitest-environment jsdom
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { clearParts, renderPart } from '../testing-parts'
import { RecoveryCodesDialog } from './recovery-codes-dialog'

let history: RouterHistory | undefined
// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined
afterEach(() => {
  vi.restoreAllMocks()
  clearParts()
  history?.destroy()
})

/** Opens the dialog on a page with a previous page in the history. */
async function open() {
  window.history.replaceState({}, '', '/before')
  history = createBrowserHistory()
  history.push('/auth')
  history.flush()
  const onClose = vi.fn<() => void>()
  const part = <RecoveryCodesDialog codes={['abcd-efgh']} onClose={onClose} />
  const { path } = await renderPart(part, '/auth', history)
  return { onClose, path }
}
/** Whether the browser asks before it closes the window. */
const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const kept = () => screen.getByRole('checkbox', { name: 'I have them in a safe place' })

test("A-09 the browser's Back button keeps unsaved recovery codes on the page, and closing the window asks for confirmation", async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  await open()
  expect(isHeld()).toBe(true)
  window.history.back()
  expect(await screen.findByText('Save them first. They won’t be shown again.')).toBeTruthy()
  expect(screen.getByText('abcd-efgh')).toBeTruthy()
  expect(document.activeElement).toBe(kept())
  expect(shown.mock.contexts.at(-1), 'scrolls the whole field into view').toBe(kept().closest('.field'))
  await waitFor(() => expect(window.location.pathname).toBe('/auth'))
})

test('A-09 the page can be left once the recovery codes are marked as saved', async () => {
  const { path } = await open()
  await userEvent.click(kept())
  expect(isHeld()).toBe(false)
  window.history.back()
  expect(await path()).toBe('/before')
})
