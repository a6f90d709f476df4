import { expect, test } from './support/journey'

test('A-08 the API reference lists the calls and loads nothing from other servers @long', async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== new URL(baseURL ?? '').origin)
      foreign.push(request.url())
  })
  await page.goto('/api/reference')
  await expect(page.getByRole('heading', { level: 1, name: 'Back to Back' })).toBeVisible()
  await expect(page.getByText('events', { exact: true }).first()).toBeVisible()
  expect(foreign).toEqual([])
})
