import { Link } from '@react-email/components'
import { getPaperStock } from '~/design/flyer/paper-stocks'
import { EmailFacts } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import { emailInk } from '~/design/email/email-palette'
import { formatMoney } from '~/lib/money'
import type { PriceTerms } from '~/features/settings/rules/shown-price'
import { formatAddedTaxLabel, listPriceNotes } from '~/features/settings/rules/price-notes'

interface TicketsEmailProps extends PriceTerms {
  title: string
  day: string
  /** When the doors open, such as `22:00`; empty when the organizer set no door time. */
  doors: string
  time: string
  venue: string
  items: readonly { name: string; quantity: number }[]
  orderNumber: string
  subtotalCents: number
  addedTaxCents: number
  feeCents: number
  totalCents: number
  /** The name of the person who gave the tickets; null for bought tickets. */
  giver: string | null
  /** The URLs in the email. `tickets` is null for recipients without an account. */
  links: { tickets: string | null; flyer: string; calendar: string; receipt: string | null }
}

export const formatTicketsEmailSubject = (title: string): string => `Your tickets for ${title}`

/** The confirmation email: what was bought or given, when and where. The tickets are attached as one PDF. */
export function TicketsEmail(props: TicketsEmailProps) {
  const { title, day, doors, time, venue, items, orderNumber, giver, links } = props
  const count = items.reduce((sum, item) => sum + item.quantity, 0)
  const tickets = count === 1 ? 'One ticket' : `${count} tickets`
  return (
    <EmailLayout
      preview={`${tickets} for ${day}, in this email${links.tickets === null ? '' : ' and in My Tickets'}.`}
      stock={getPaperStock(title)}
      picture={{ src: links.flyer, alt: title }}
      headline={giver === null ? 'You’re in.' : 'You’re invited.'}
      lead={`${tickets}${giver === null ? '' : ` from ${giver}`}, attached as one PDF. At the entrance, the code on your screen is enough.`}
      {...(links.tickets !== null && { action: { label: 'View tickets', href: links.tickets } })}
      reason={`You get this email because ${giver === null ? 'you bought tickets' : `${giver} gave you tickets`}.`}
    >
      <EmailFacts
        facts={[
          { label: 'Event', value: title },
          { label: 'Date', value: day },
          ...(doors === '' ? [] : [{ label: 'Doors', value: doors }]),
          { label: 'Time', value: time },
          { label: 'Venue', value: venue },
          { label: 'Tickets', value: items.map((item) => `${item.quantity} × ${item.name}`).join(', ') },
          { label: 'Order', value: orderNumber },
        ]}
      />
      <EmailPrice {...props} />
      <p style={{ margin: '18px 0', fontSize: 16 }}>
        <Link href={links.calendar} style={link}>
          Add to calendar
        </Link>
        {links.receipt !== null && (
          <>
            {'  ·  '}
            <Link href={links.receipt} style={link}>
              Download Receipt
            </Link>
          </>
        )}
      </p>
    </EmailLayout>
  )
}

function EmailPrice(
  props: PriceTerms & Pick<TicketsEmailProps, 'subtotalCents' | 'addedTaxCents' | 'feeCents' | 'totalCents'>,
) {
  if (props.totalCents === 0) return null
  const isAllIn = props.priceDisplay === 'all_in'
  const rows = isAllIn
    ? []
    : ([
        ['Subtotal', props.subtotalCents],
        ...(props.addedTaxCents > 0 ? [[formatAddedTaxLabel(props), props.addedTaxCents] as const] : []),
        [`Service fee (${props.feeBasisPoints / 100}%)`, props.feeCents],
      ] as const)
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ borderTop: `2px dashed ${emailInk}`, marginTop: 8 }}
    >
      <tbody>
        {rows.map(([label, cents]) => (
          <tr key={label}>
            <td style={{ paddingTop: 10 }}>{label}</td>
            <td style={{ paddingTop: 10, textAlign: 'right' }}>{formatMoney(cents, props.currency)}</td>
          </tr>
        ))}
        <tr style={{ fontSize: 24, fontWeight: 740 }}>
          <td style={{ paddingTop: 12 }}>Total</td>
          <td style={{ paddingTop: 12, textAlign: 'right' }}>
            {formatMoney(props.totalCents, props.currency)}
          </td>
        </tr>
        {listPriceNotes(props, props).map((note) => (
          <tr key={note}>
            <td colSpan={2} style={{ textAlign: 'right' }}>
              {note}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const link = { color: emailInk, fontWeight: 640, textDecoration: 'underline' }
