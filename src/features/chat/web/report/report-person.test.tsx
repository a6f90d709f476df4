// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { clearParts, fakeChat, listenToToasts, renderPart } from '../rooms/testing-rooms'
import { ReportPerson } from './report-person'

afterEach(clearParts)

test('reports a person from their page', async () => {
  const said = listenToToasts()
  const asked = fakeChat({ 'moderation.report': () => ({}) })
  await renderPart(
    <ReportPerson personId="p1" name="Juno Okafor">
      {(report) => <button onClick={report}>Report Juno</button>}
    </ReportPerson>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Report Juno' }))
  await userEvent.click(await screen.findByRole('radio', { name: 'Scam' }))
  await userEvent.click(screen.getByRole('button', { name: 'Report' }))
  await expect.poll(() => said).toHaveLength(1)
  expect(asked).toMatchObject([
    ['moderation.report', { about: { kind: 'person', personId: 'p1' }, reason: 'scam' }],
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})
