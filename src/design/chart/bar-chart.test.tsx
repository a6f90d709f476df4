// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { BarChart } from './bar-chart'

afterEach(cleanup)

const bars = [3, 14, 0, 14].map((value, index) => ({
  name: `${index + 1} November`,
  short: `${index + 1} Nov`,
  value,
  cells: [`$${value}.00`],
}))

test("names the data, its range and its peak, and colors only the peak's bar", () => {
  const { container } = render(
    <BarChart
      title="Tickets sold per day"
      columns={['Day', 'Tickets']}
      more={['Paid']}
      bars={bars}
      every={2}
    />,
  )
  screen.getByRole('figure', {
    name: 'Tickets sold per day, 1 November to 4 November. Peak 14 on 2 November.',
  })
  expect(container.querySelectorAll('[data-peak]')).toHaveLength(1)
  const labels = [...container.querySelectorAll('svg text')].map((text) => text.textContent)
  expect(labels).toEqual(['0', '5', '10', '15', '14', '1 Nov', '3 Nov'])
})

test('shows the same data in a table', () => {
  render(<BarChart title="Tickets sold per day" columns={['Day', 'Tickets']} more={['Paid']} bars={bars} />)
  const rows = within(screen.getByRole('table', { name: 'Tickets sold per day', hidden: true })).getAllByRole(
    'row',
    { hidden: true },
  )
  expect(rows.map((row) => row.textContent)).toEqual([
    'DayTicketsPaid',
    '1 November3$3.00',
    '2 November14$14.00',
    '3 November0$0.00',
    '4 November14$14.00',
  ])
})

test('lets keyboard users scroll the table in its own region', () => {
  render(<BarChart title="Tickets sold per day" columns={['Day', 'Tickets']} bars={bars} />)
  const region = screen.getByRole('region', { name: 'Tickets sold per day, table', hidden: true })
  region.focus()
  expect(document.activeElement).toBe(region)
})

test('says that there is no data, and marks no highest bar', () => {
  const { container } = render(
    <BarChart
      title="Sign-ups per day"
      columns={['Day', 'Sign-ups']}
      bars={[{ name: '1 November', short: '1 Nov', value: 0 }]}
    />,
  )
  screen.getByRole('figure', { name: 'Sign-ups per day, 1 November to 1 November. None.' })
  expect(container.querySelector('[data-peak]')).toBeNull()
})
