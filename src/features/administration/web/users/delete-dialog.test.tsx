// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refusal } from '~tests/support/refusal'
import { fakeServer } from '~tests/support/fake-server'
import { clearParts, renderPart } from '../testing-parts'
import { chooseFrom, counts, hanna, createPage, temi, UsersScreen } from './testing-users'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
})

describe('AD-08 delete dialog', () => {
  const open = async () => {
    await renderPart(<UsersScreen />)
    await screen.findByRole('link', { name: /Temi/ })
    await chooseFrom('Temi Adeyemi', 'Delete user')
    return within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
  }
  const responses = { list: () => createPage([temi, hanna]), counts: () => counts }

  test('names the phone number of an account without email', async () => {
    const users = [{ ...temi, email: null, phone: '+447700900123' }, hanna]
    fakeServer({ ...responses, list: () => createPage(users) })
    const dialog = await open()
    dialog.getByText('+447700900123')
  })

  test('asks for confirmation with the specified text and the password', async () => {
    const calls = fakeServer({ ...responses, remove: () => ({}) })
    const dialog = await open()
    dialog.getByText(
      'This action cannot be undone. This will permanently delete the user account and all associated data.',
    )
    const password = dialog.getByLabelText<HTMLInputElement>('Your password')
    expect([password.type, password.autocomplete]).toEqual(['password', 'current-password'])
    await userEvent.click(dialog.getByRole('button', { name: 'Delete user' }))
    dialog.getByText('Enter your password.')
    expect(document.activeElement).toBe(password)
    await userEvent.type(password, 'slipped-halves{Enter}')
    await screen.findByText('User deleted successfully')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls).toContainEqual(['remove', { id: 'temi', password: 'slipped-halves' }])
  })

  test('a wrong password keeps the dialog open', async () => {
    fakeServer({
      ...responses,
      remove: () => {
        throw refusal('WRONG_PASSWORD', 'That password is incorrect.')
      },
    })
    const dialog = await open()
    await userEvent.type(dialog.getByLabelText('Your password'), 'nope{Enter}')
    await dialog.findByText('That password is incorrect.')
    expect(screen.queryByText('Failed to delete user')).toBeNull()
    await userEvent.type(dialog.getByLabelText('Your password'), 'x')
    expect(dialog.queryByText('That password is incorrect.')).toBeNull()
  })

  test('refuses to delete an organizer of upcoming events, and names the events', async () => {
    fakeServer({
      ...responses,
      remove: () => {
        throw refusal('ORGANIZES', 'This user organizes upcoming events: Low Ceiling.', {
          count: 1,
          events: [{ id: 'night', title: 'Low Ceiling' }],
        })
      },
    })
    const dialog = await open()
    await userEvent.type(dialog.getByLabelText('Your password'), 'slipped-halves{Enter}')
    const event = await dialog.findByRole('link', { name: 'Low Ceiling' })
    expect(event.getAttribute('href')).toBe('/events/night')
  })

  test('a failure is reported, and the dialog stays open', async () => {
    fakeServer(responses)
    const dialog = await open()
    await userEvent.type(dialog.getByLabelText('Your password'), 'slipped-halves{Enter}')
    await screen.findByText('Failed to delete user')
    expect(dialog.getByLabelText<HTMLInputElement>('Your password').value).toBe('slipped-halves')
  })

  test('closes if the account is already deleted', async () => {
    fakeServer({
      ...responses,
      remove: () => {
        throw refusal('NOT_FOUND', 'This account no longer exists.')
      },
    })
    const dialog = await open()
    await userEvent.type(dialog.getByLabelText('Your password'), 'slipped-halves{Enter}')
    await screen.findByText('This account no longer exists.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
