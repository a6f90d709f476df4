// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { MemberDetail } from '../contract-shapes'
import { MemberNotFound, MemberPage } from './member-page'
import { clearParts, renderPart } from './testing-parts'

afterEach(clearParts)

const sofia: MemberDetail = {
  id: '018cc251-fbd0-79f3-ba6e-db64b9940268',
  name: 'Sofia Lind',
  fullName: null,
  memberTypes: ['agent', 'equipment_hire'],
  location: 'Malmö, SE',
  avatarUrl: null,
  isVerified: true,
  isDj: false,
  bio: 'Looks after nine artists.\n\nAnswers before noon.',
  contact: { email: null, phone: null, restrictedTo: 'connections' },
  socialLinks: [{ label: 'Website', url: 'https://nordbook.example' }],
  upcomingEvents: [],
  isSelf: false,
}

test('shows the member and the sections of other features', async () => {
  await renderPart(
    <MemberPage member={sofia} actions={<button type="button">Connect</button>} reviews={<p>Reviewed</p>} />,
  )
  expect(screen.getByRole('heading', { level: 1, name: /Sofia Lind/ })).toBeTruthy()
  expect(screen.getByText('Agent, Equipment hire · Malmö, SE')).toBeTruthy()
  expect(screen.getByText('Answers before noon.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Connect' })).toBeTruthy()
  expect(screen.getByText('Reviewed')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Website/ }).getAttribute('rel')).toContain('nofollow')
  expect(screen.queryByRole('link', { name: 'DJ page' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Upcoming Events' })).toBeNull()
})

test('says which contact details only connections can see', async () => {
  await renderPart(<MemberPage member={sofia} />)
  expect(screen.getByText(/Visible to connections of Sofia Lind/)).toBeTruthy()
})

test('a member’s own page links to their profile, and a DJ’s to their public page', async () => {
  const own = { ...sofia, isSelf: true, isDj: true }
  await renderPart(<MemberPage member={own} actions={<button type="button">Connect</button>} />)
  expect(screen.getByRole('link', { name: 'Edit Profile' }).getAttribute('href')).toBe('/dashboard/profile')
  expect(screen.getByRole('link', { name: 'DJ page' }).getAttribute('href')).toBe(`/dj/${sofia.id}`)
  expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull()
})

test('an unknown member shows a link to the directory', async () => {
  await renderPart(<MemberNotFound />)
  expect(screen.getByRole('heading', { level: 1, name: 'Member not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse Members' }).getAttribute('href')).toBe('/dashboard/members')
})
