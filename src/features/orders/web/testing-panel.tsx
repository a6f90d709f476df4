import { NO_TAX } from '~/lib/tax'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { TicketPanel } from './ticket-panel'

export const generalAdmission = {
  id: '01a1fbc7-0000-7000-8000-000000000001',
  name: 'General Admission',
  description: '',
  priceCents: 1605,
  remaining: 142,
}
export const crewTable = {
  id: '01a1fbc7-0000-7000-8000-000000000002',
  name: 'Crew Table',
  description: 'Seats six',
  priceCents: 12_000,
  remaining: 2,
}

/** Renders the ticket panel of a signed-in visitor with an empty selection, unless the test says otherwise. */
export function Panel(props: Partial<ComponentProps<typeof TicketPanel>>) {
  return (
    <TicketPanel
      eventId="01a1fbc7-c116-73f4-9959-0d8be57bf3c2"
      ticketTypes={[generalAdmission]}
      timezone="Europe/London"
      codes={undefined}
      onCodes={() => undefined}
      selection={{}}
      onSelect={() => undefined}
      terms={{ priceDisplay: 'itemised', feeBasisPoints: 1000, feeTaxPpm: 0, currency: 'USD', tax: NO_TAX }}
      closedReason={null}
      isSignedIn
      onSignIn={() => undefined}
      onReserved={() => undefined}
      {...props}
    />
  )
}

export const getStepper = (name: string) => within(screen.getByRole('group', { name }))

export async function press(name: string, button: 'More' | 'Fewer', times = 1): Promise<void> {
  for (let time = 0; time < times; time++)
    await userEvent.click(getStepper(name).getByRole('button', { name: button }))
}

export const getCheckoutButton = () =>
  screen.getAllByRole('button', { name: 'Checkout' })[0] as HTMLButtonElement
