import type { Ticket } from '../contract'
import { QrPicture } from './qr-picture'

/** The half that is shown at the door: the code while the ticket is good, else why it is not. */
export function TicketCode({ ticket }: { ticket: Ticket }) {
  return (
    <div className="qr">
      {ticket.qr === null ? (
        <p className="t3">
          {ticket.event.eventStatus === 'cancelled' ? WHY_NO_CODE.cancelled : WHY_NO_CODE[ticket.status]}
        </p>
      ) : (
        <div className="q">
          <QrPicture
            path={ticket.qr.path}
            size={ticket.qr.size}
            label={`QR code of ticket ${ticket.ticketNumber}`}
          />
        </div>
      )}
      <p className="code">{ticket.ticketNumber}</p>
      {ticket.qr !== null && <p className="small">Show this at the door. Brightness up.</p>}
    </div>
  )
}

const WHY_NO_CODE = {
  valid: 'This night is over.',
  cancelled: 'Cancelled. This ticket lets nobody in.',
  refunded: 'Refunded. This ticket lets nobody in.',
} as const
