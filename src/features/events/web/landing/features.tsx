import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import styles from './features.module.css'
import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { getGenrePaperStock } from '~/design/flyer/paper-stocks'
import type { Stock } from '~/design/stock'
import { VerifiedBadge } from '~/design/verified-badge'
import { Chips } from '~/design/chip'

// Illustrations of the product, hidden from screen readers.

const code = 'K7Q2XM0R'.split('').map((letter, place) => ({ letter, place }))

const genres = ['Techno', 'House', 'Hard House', 'Progressive House', 'Deep House', 'Trance']

const days = Array.from({ length: 14 }, (_, index) => index + 1)

const free = new Set([2, 5, 6, 12, 13])

const picked = 6

const people: { name: string; stock: Stock }[] = [
  { name: 'Mara Voss', stock: 'bone' },
  { name: 'Juno Okafor', stock: 'orange' },
  { name: 'DJ Kestrel', stock: 'yellow' },
]

export function Features() {
  return (
    <section className={classNames('page-width', styles.section)}>
      <h2 className="title-1">Built by the people on the other side of the booth.</h2>
      <div className={styles.features}>
        <Feature title="Exclusive network" picture={<CodePicture />}>
          Every member was let in by another member. Nobody is here by accident.
        </Feature>
        <Feature title="Genre communities" picture={<GenresPicture />}>
          Six rooms that never close, and as many more as you care to open.
        </Feature>
        <Feature title="Booking system" picture={<BookingPicture />}>
          Availability and rates in the open, so the first message is already the offer.
        </Feature>
        <Feature title="Chat rooms" picture={<ChatPicture />}>
          Talk shop with people who know what a load-in is.
        </Feature>
        <Feature title="Integrated payments" picture={<PaymentsPicture />}>
          No hidden fees. You see the full price before you pay.
        </Feature>
        <Feature title="Verified profiles" picture={<VerifiedPicture />}>
          The two halves next to a name mean we checked the person behind it.
        </Feature>
      </div>
    </section>
  )
}

function Feature({ title, picture, children }: { title: string; picture: ReactNode; children: ReactNode }) {
  return (
    <article>
      <div className={styles.picture} aria-hidden="true">
        {picture}
      </div>
      <h3 className="title-3">{title}</h3>
      <p className="muted">{children}</p>
    </article>
  )
}

function CodePicture() {
  return (
    <>
      <div className={styles.code}>
        {code.map(({ letter, place }) => (
          <i className="code" key={place}>
            {letter}
          </i>
        ))}
      </div>
      <p className="small faint">One code, one person, seven days.</p>
    </>
  )
}

function GenresPicture() {
  return (
    <Chips>
      {genres.map((genre) => (
        <Badge key={genre} stock={getGenrePaperStock(genre)}>
          {genre}
        </Badge>
      ))}
    </Chips>
  )
}

function BookingPicture() {
  return (
    <div className={styles.calendar}>
      {days.map((day) => (
        <i key={day} className={classNames(free.has(day) && styles.free, day === picked && styles.picked)}>
          {day}
        </i>
      ))}
    </div>
  )
}

function ChatPicture() {
  return (
    <div className={styles.chat}>
      <div className="row">
        <Avatar id={null} name="Ilse Brandt" size={28} stock="sky" />
        <span className={styles.message}>Anyone got a spare mixer for Friday?</span>
      </div>
      <span className={classNames(styles.message, styles.ownMessage)}>Yes. It’s already in the van.</span>
    </div>
  )
}

function PaymentsPicture() {
  return (
    <dl className={styles.total}>
      <div>
        <dt>Subtotal</dt>
        <dd>$64.00</dd>
      </div>
      <div>
        <dt>Service fee</dt>
        <dd>$6.40</dd>
      </div>
      <div className="bold">
        <dt>Total</dt>
        <dd>$70.40</dd>
      </div>
    </dl>
  )
}

function VerifiedPicture() {
  return (
    <div className={styles.people}>
      {people.map(({ name, stock }) => (
        <span className="row" key={name}>
          <Avatar id={null} name={name} size={36} stock={stock} />
          <b className="bold">{name}</b>
          <VerifiedBadge />
        </span>
      ))}
    </div>
  )
}
