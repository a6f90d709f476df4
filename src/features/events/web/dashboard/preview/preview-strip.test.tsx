// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPart } from '../testing-part'
import { PreviewStrip } from './preview-strip'

afterEach(cleanup)

test.each([
  ['draft', true, /Only the team can see it so far/],
  ['published', true, /This is what visitors see/],
  ['published', false, /Only the team can see it so far/],
] as const)(
  'the strip above a %s event (public: %s) says who sees it, and links back',
  async (status, isPublic, words) => {
    await renderPart(<PreviewStrip event={{ id: 'e1', status, isPublic }} />)
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to editing' }).getAttribute('href')).toBe(
      '/dashboard/events/e1/edit',
    )
  },
)
