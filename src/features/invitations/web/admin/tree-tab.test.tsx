// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import {
  branch,
  breakDown,
  button,
  clearInvitations,
  counts,
  juno,
  mara,
  node,
  refuse,
  renderInvitations,
} from '../testing-invitations'

afterEach(() => {
  clearInvitations()
  vi.unstubAllGlobals()
})

const kids: Record<string, object[]> = {
  none: [node('p1', 'Mara Voss', { isAdmin: true, invited: 2, behind: 5 })],
  p1: [
    node('p2', 'Juno Okafor', { invited: 2, behind: 3, openCodes: 2 }),
    { kind: 'deleted', id: 'p9', joinedAt: '2026-01-01T12:00:00.000Z', invited: 0, behind: 0 },
  ],
  p2: [
    node('p3', 'Sofia Lind', { invited: 1, behind: 1 }),
    node('p4', 'Marco Tiele', { state: 'suspended', suspendedUntil: '2030-12-01T12:00:00.000Z' }),
    { kind: 'openCodes', id: 'p2', count: 2 },
  ],
  p3: [node('p5', 'Dae-Jung Park', { state: 'quiet', isPaused: true })],
}

function serve(handlers: Parameters<typeof fakeServer>[0] = {}) {
  return fakeServer({
    ...counts,
    'codes.list': () => ({ codes: [], from: 0, nextCursor: null, previousCursor: null }),
    'tree.summary': () => ({
      members: 1284,
      levels: 6,
      longest: { id: 'p2', name: 'Juno Okafor', levels: 5 },
    }),
    'tree.children': ({ parentId }: { parentId: string | null }) => ({
      nodes: kids[parentId ?? 'none'] ?? [],
      nextCursor: null,
    }),
    'tree.active': ({ ids }: { ids: string[] }) =>
      ids.map((id) => ({ id, active: { p1: 4, p2: 3, p3: 1 }[id] ?? 0 })),
    'tree.branch': () => branch,
    ...handlers,
  })
}
const item = (name: RegExp) => screen.findByRole('treeitem', { name })
const focused = () => document.activeElement?.getAttribute('data-name')

test('AD-09 the tree shows inviters, invitees and their status', async () => {
  serve()
  await renderInvitations({ tab: 'tree' })
  expect((await item(/^Marco Tiele/)).textContent).toContain('suspended until 1 Dec 2030')
  expect(await item(/^Juno Okafor 3 active/)).toBeTruthy()
  expect(await item(/^Deleted account deleted/)).toBeTruthy()
  expect((await item(/^2 open codes/)).textContent).toContain('pending')
  expect(screen.getByText('1,284 members, 6 levels, longest branch starts at Juno Okafor')).toBeTruthy()
  const sofia = await item(/^Sofia Lind/)
  expect(sofia.getAttribute('aria-level')).toBe('3')
  const below = sofia.nextElementSibling
  expect(below?.querySelector('[role=treeitem]')).toBe(await item(/^Dae-Jung Park quiet codes paused/))
})

test('AD-09 supports the keyboard: one tab stop, arrows move and expand, letters jump, Enter selects', async () => {
  serve()
  const steps = await renderInvitations({ tab: 'tree' })
  await item(/^Sofia Lind/)
  await userEvent.click(screen.getByRole('searchbox', { name: 'Find a member' }))
  await userEvent.tab()
  expect(focused()).toBe('Mara Voss')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(focused()).toBe('Sofia Lind')
  await userEvent.keyboard('{ArrowLeft}')
  expect((await item(/^Sofia Lind/)).getAttribute('aria-expanded')).toBe('false')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(focused()).toBe('Dae-Jung Park')
  await userEvent.keyboard('{ArrowLeft}{ArrowUp}')
  expect(focused()).toBe('Juno Okafor')
  await userEvent.keyboard('{End}')
  expect(focused()).toBe('Deleted account')
  await userEvent.keyboard('{Home}j')
  expect(focused()).toBe('Juno Okafor')
  await userEvent.keyboard('{Enter}')
  expect(steps.at(-1)).toEqual({ tab: 'tree', q: undefined, person: 'p2' })
  expect((await item(/^Juno Okafor/)).getAttribute('aria-selected')).toBe('true')
  await userEvent.tab()
  expect(focused(), 'Tab leaves the tree').toBeNull()
})

test('AD-09 the panel of a selected person shows the figures of their branch', async () => {
  serve()
  await renderInvitations({ tab: 'tree', person: 'p2' })
  expect(await screen.findByRole('heading', { name: 'Juno Okafor’s branch' })).toBeTruthy()
  const figures = screen.getAllByRole('definition').map((figure) => figure.textContent)
  expect(figures).toEqual(['19', '14', '9', '1', '2', '3'])
  expect(
    screen.getByRole('figure', { name: '14 of 19 active' }).querySelectorAll('[data-filled]'),
  ).toHaveLength(14)
})

test('AD-09 a person found by search appears in the tree before their page of it is loaded', async () => {
  const far = { id: 'p77', name: 'Nova Reyes', avatarUrl: null }
  serve({
    'tree.find': () => ({ found: [{ ...far, email: 'nova@reyes.example', path: ['p1', 'p2', 'p77'] }] }),
    'tree.branch': () => ({ ...branch, person: far, path: [mara, juno] }),
  })
  const steps = await renderInvitations({ tab: 'tree' })
  const mother = await item(/^Juno Okafor/)
  await userEvent.click(mother.querySelector('[data-toggle]') ?? mother)
  expect(mother.getAttribute('aria-expanded')).toBe('false')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a member' }), 'nova')
  await userEvent.click(await screen.findByRole('button', { name: /Nova Reyes/ }))
  expect(steps.at(-1)).toEqual({ tab: 'tree', person: 'p77' })
  const found = await item(/^Nova Reyes/)
  await waitFor(() => expect(document.activeElement).toBe(found))
  expect(found.getAttribute('aria-selected')).toBe('true')
  expect(mother.hasAttribute('data-on-path'), 'the path to the member is marked').toBe(true)
})

test('AD-09 pausing a branch explains the effect first and reports the result', async () => {
  let isPaused = false
  const calls = serve({
    'tree.branch': () => ({ ...branch, isPaused, paused: isPaused ? 18 : 0 }),
    'tree.pause': () => ((isPaused = true), { people: 18 }),
    'tree.resume': () => ((isPaused = false), { people: 1 }),
  })
  await renderInvitations({ tab: 'tree', person: 'p2' })
  await userEvent.click(await screen.findByRole('button', { name: 'Pause codes in this branch' }))
  const dialog = within(screen.getByRole('alertdialog', { name: 'Pause codes in Juno Okafor’s branch?' }))
  expect(dialog.getByText(/The 3 open codes can’t be used/)).toBeTruthy()
  expect(calls.some(([name]) => name === 'tree.pause')).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Pause codes' }))
  expect(await screen.findByText('Codes of 18 people are paused')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Resume codes in this branch' }))
  await userEvent.click(button('Resume codes'))
  expect(await screen.findByText('Codes of one person work again')).toBeTruthy()
})

test('AD-09 uses the singular for a branch with one open code', async () => {
  serve({ 'tree.branch': () => ({ ...branch, openCodes: 1 }) })
  await renderInvitations({ tab: 'tree', person: 'p2' })
  await userEvent.click(await screen.findByRole('button', { name: 'Pause codes in this branch' }))
  expect(within(screen.getByRole('alertdialog')).getByText(/^The open code can’t be used/)).toBeTruthy()
})

test('AD-09 a failed pause shows the reason, and the number of open codes links to their list', async () => {
  serve({ 'tree.pause': refuse('NOT_FOUND', 'This person isn’t in the invite tree.', 404) })
  const steps = await renderInvitations({ tab: 'tree', person: 'p2' })
  await userEvent.click(await screen.findByRole('button', { name: 'Pause codes in this branch' }))
  await userEvent.click(button('Pause codes'))
  expect(await screen.findByText('Failed to pause codes')).toBeTruthy()
  expect(screen.getByText('This person isn’t in the invite tree.')).toBeTruthy()
  await userEvent.click(await screen.findByText('2 open codes'))
  expect(steps.at(-1)).toEqual({ status: 'pending', q: 'Juno Okafor' })
})

test('AD-09 loads more children on click, and a tree that failed to load can be retried', async () => {
  let isBroken = true
  serve({
    'tree.children': ({ parentId, after }: { parentId: string | null; after?: string }) => {
      if (isBroken) breakDown()
      if (parentId !== null) return { nodes: [], nextCursor: null }
      return after === undefined
        ? { nodes: [node('p1', 'Mara Voss')], nextCursor: 'more' }
        : { nodes: [node('p2', 'Juno Okafor')], nextCursor: null }
    },
  })
  await renderInvitations({ tab: 'tree' })
  await screen.findByText('Failed to load invitations')
  isBroken = false
  await userEvent.click(button('Try again'))
  await userEvent.click(await item(/^Show more/).catch(() => screen.findByText('Show more')))
  expect(await item(/^Juno Okafor/)).toBeTruthy()
  expect(screen.queryByText('Show more')).toBeNull()
})
