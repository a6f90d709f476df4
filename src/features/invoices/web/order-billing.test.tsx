// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer } from '~tests/support/fake-server'
import { renderPart } from '~tests/support/render-order-parts'
import { refusal } from '~tests/support/refusal'
import { OrderBilling } from './order-billing'

afterEach(() => registerLink(undefined))

const details = {
  legalName: 'Raman Design GmbH',
  address: 'Weserstraße 40\n10967 Berlin',
  country: 'DE',
  taxId: 'DE 811 907 980',
}
const changeableUntil = '2026-12-03T12:00:00.000Z'

async function enterDetails() {
  await userEvent.click(await screen.findByRole('button', { name: 'Buying for a company?' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Billing details' }))
  await userEvent.type(dialog.getByLabelText('Legal name'), details.legalName)
  await userEvent.type(dialog.getByLabelText('Address'), details.address)
  await userEvent.selectOptions(dialog.getByLabelText('Country'), 'Germany')
  await userEvent.type(dialog.getByLabelText(/^Tax ID/), details.taxId)
  await userEvent.click(dialog.getByRole('button', { name: 'Save details' }))
  return dialog
}

test('a buyer enters a company, which is then shown and can be changed', async () => {
  const calls = fakeServer({
    'order.getBilling': () => ({ details: null, changeableUntil }),
    'order.saveBilling': () => ({ details, changeableUntil }),
  })
  renderPart(<OrderBilling orderId="order-1" isPaid={false} />)
  await enterDetails()
  await screen.findByText(
    'Invoices for Raman Design GmbH, Weserstraße 40, 10967 Berlin, DE. Tax ID DE 811 907 980.',
  )
  expect(calls.at(-1)).toEqual(['order.saveBilling', { orderId: 'order-1', ...details }])
  expect(screen.getByRole('button', { name: 'Change billing details' })).toBeTruthy()
})

test('a refused save shows the error in the dialog and keeps the typed details', async () => {
  fakeServer({
    'order.getBilling': () => ({ details: null, changeableUntil }),
    'order.saveBilling': () => {
      throw refusal('REFUNDED', 'A part of this order was refunded.')
    },
  })
  renderPart(<OrderBilling orderId="order-1" isPaid />)
  const dialog = await enterDetails()
  expect((await dialog.findByRole('alert')).textContent).toContain('A part of this order was refunded.')
  expect(dialog.getByLabelText<HTMLInputElement>('Legal name').value).toBe(details.legalName)
  expect(dialog.getByText(/Credit notes cancel your current invoices/)).toBeTruthy()
})

test('after 14 days, a company is shown without a button, and nothing is shown if there is no company', async () => {
  fakeServer({ 'order.getBilling': () => ({ details, changeableUntil: null }) })
  renderPart(<OrderBilling orderId="order-1" isPaid />)
  await screen.findByText(/^Invoices for Raman Design GmbH/)
  expect(screen.queryByRole('button')).toBeNull()
})
