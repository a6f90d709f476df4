import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { getGenreStock } from '~/design/flyer/stocks'
import type { Stock } from '~/design/stock'
import { Verified } from '~/design/verified'
import styles from './features.module.css'
import { Chips } from '~/design/chip'

// Illustrations of the product, hidden from screen readers.

const code = 'K7Q2XM0R'.split('').map((letter, place) => ({ letter, place }))

export function CodePicture() {
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

const genres = ['Techno', 'House', 'Hard House', 'Progressive House', 'Deep House', 'Trance']

export function GenresPicture() {
  return (
    <Chips>
      {genres.map((genre) => (
        <Badge key={genre} stock={getGenreStock(genre)}>
          {genre}
        </Badge>
      ))}
    </Chips>
  )
}

const days = Array.from({ length: 14 }, (_, index) => index + 1)
const free = new Set([2, 5, 6, 12, 13])
const picked = 6

export function BookingPicture() {
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

export function ChatPicture() {
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

export function PaymentsPicture() {
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

const people: { name: string; stock: Stock }[] = [
  { name: 'Mara Voss', stock: 'bone' },
  { name: 'Juno Okafor', stock: 'orange' },
  { name: 'DJ Kestrel', stock: 'yellow' },
]

export function VerifiedPicture() {
  return (
    <div className={styles.people}>
      {people.map(({ name, stock }) => (
        <span className="row" key={name}>
          <Avatar id={null} name={name} size={36} stock={stock} />
          <b className="bold">{name}</b>
          <Verified />
        </span>
      ))}
    </div>
  )
}
