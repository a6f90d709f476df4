// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { type Answers, fakeServer } from '~tests/support/fake-server'
import { renderPart } from '~tests/support/render-order-parts'
import { refusal } from '~tests/support/refusal'
import { BillingDetailsSection } from './billing-details'

afterEach(() => registerLink(undefined))

const details = {
  legalName: 'Wirth Events GmbH',
  address: 'Weserstraße 12\n12047 Berlin',
  country: 'DE',
  taxId: 'DE 319 204 118',
}

function show(responses: Answers) {
  const calls = fakeServer(responses)
  renderPart(
    <Suspense>
      <BillingDetailsSection />
    </Suspense>,
  )
  return calls
}
const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Billing details' }))

test('without billing details, the section says what is missing from invoices, and details can be added', async () => {
  const calls = show({
    'billing.get': () => ({ details: null }),
    'billing.save': (input) => ({ details: input }),
  })
  await screen.findByText(/^Invoices for the tickets you sell show only your name/)
  await userEvent.click(screen.getByRole('button', { name: 'Add billing details' }))
  const dialog = await findDialog()
  await userEvent.type(dialog.getByLabelText('Legal name'), details.legalName)
  await userEvent.type(dialog.getByLabelText('Address'), details.address)
  await userEvent.selectOptions(dialog.getByLabelText('Country'), 'Germany')
  await userEvent.type(dialog.getByLabelText(/^Tax ID/), details.taxId)
  await userEvent.click(dialog.getByRole('button', { name: 'Save details' }))
  await screen.findByText('Weserstraße 12, 12047 Berlin, DE. Tax ID DE 319 204 118.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.at(-1)).toEqual(['billing.save', details])
})

test('a refused save shows an error at the field and keeps the typed details', async () => {
  show({
    'billing.get': () => ({ details: { ...details, taxId: '' } }),
    'billing.save': () => {
      throw refusal('BAD_REQUEST', 'Check the fields.', {
        fields: [{ path: 'address', message: 'Use at most 5 lines.' }],
      })
    },
  })
  await screen.findByText('Weserstraße 12, 12047 Berlin, DE. No tax ID.')
  await userEvent.click(screen.getByRole('button', { name: 'Change billing details' }))
  const dialog = await findDialog()
  const address = dialog.getByLabelText<HTMLTextAreaElement>('Address')
  expect(address.value).toBe(details.address)
  await userEvent.type(address, '\nGermany')
  await userEvent.click(dialog.getByRole('button', { name: 'Save details' }))
  await dialog.findByText('Use at most 5 lines.')
  expect(address.getAttribute('aria-invalid')).toBe('true')
  expect(address.value).toBe(`${details.address}\nGermany`)
  expect(dialog.getByLabelText<HTMLInputElement>('Legal name').value).toBe(details.legalName)
})
