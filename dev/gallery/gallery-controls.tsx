import { Check, Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { Chip, ChipGroup } from '~/design/chip'
import { CopyButton } from '~/design/copy-button'
import { IconButton } from '~/design/icon-button'
import { AnchorButton } from '~/design/link-button'
import { Stepper } from '~/design/stepper'
import { type Stock, stocks } from '~/design/stock'

const noStocks: readonly Stock[] = []

export function ButtonSamples() {
  return (
    <>
      <div className="row wrap">
        <Button variant="primary">Checkout</Button>
        <Button variant="primary" data-state="hover">
          Hover
        </Button>
        <Button variant="primary" data-state="press">
          Pressed
        </Button>
        <Button variant="primary" data-state="focus">
          Focus
        </Button>
        <Button variant="primary" disabled>
          Disabled
        </Button>
        <Button variant="primary" aria-disabled>
          Off, but found
        </Button>
        <Button variant="primary" busy="Saving">
          Save changes
        </Button>
      </div>
      <div className="row wrap">
        <Button variant="solid">Solid</Button>
        <Button>Quiet</Button>
        <Button variant="outline">Outline</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="danger">Delete user</Button>
        <Button icon={Plus}>With icon</Button>
        <IconButton label="Add" icon={Plus} variant="quiet" />
        <Button size="sm">Small 36</Button>
        <Button variant="primary" size="lg">
          Large 52
        </Button>
        <AnchorButton href="#link" variant="outline">
          A link
        </AnchorButton>
        <CopyButton value="K7Q2XM0R" label="Copy code" />
      </div>
    </>
  )
}

export function SheetSamples() {
  return stocks.map((stock) => (
    <div key={stock} className={`sheet stock-${stock} padded row wrap`}>
      <Button variant="primary">Checkout</Button>
      <Button variant="outline">View Details</Button>
      <Button>Quiet</Button>
      <Button variant="primary" data-state="focus">
        Focus
      </Button>
      <Button variant="primary" disabled>
        Checkout
      </Button>
      <Badge>Club Night</Badge>
      <Badge tone="outline">18+</Badge>
    </div>
  ))
}

function CountingStepper({ start, max }: { start: number; max: number }) {
  const [value, setValue] = useState(start)
  return (
    <Stepper label={`Starts at ${start}, at most ${max}`} value={value} onValueChange={setValue} max={max} />
  )
}

export function StepperSamples() {
  return (
    <div className="sheet stock-orange padded row wrap">
      <CountingStepper start={0} max={10} />
      <CountingStepper start={4} max={10} />
      <CountingStepper start={10} max={10} />
      <CountingStepper start={1} max={2} />
      <Badge tone="outline">Sold out</Badge>
    </div>
  )
}

export function BadgeSamples() {
  return (
    <>
      <div className="row wrap">
        <Badge tone="red">admin</Badge>
        <Badge tone="orange">moderator</Badge>
        <Badge tone="blue">user</Badge>
        <Badge>customer</Badge>
        <Badge tone="green" icon={Check}>
          Attended
        </Badge>
        <Badge tone="outline">expired</Badge>
      </div>
      <div className="row wrap">
        {stocks.map((stock) => (
          <Badge key={stock} stock={stock}>
            {stock}
          </Badge>
        ))}
      </div>
    </>
  )
}

export function ChipSamples() {
  const [on, setOn] = useState<readonly Stock[]>(noStocks)
  const toggle = (stock: Stock) =>
    setOn(on.includes(stock) ? on.filter((other) => other !== stock) : [...on, stock])
  return (
    <ChipGroup label="Papers" scroll>
      <Chip pressed={on.length === 0} onClick={() => setOn(noStocks)}>
        All
      </Chip>
      {stocks.map((stock) => (
        <Chip key={stock} stock={stock} pressed={on.includes(stock)} onClick={() => toggle(stock)}>
          {stock}
        </Chip>
      ))}
    </ChipGroup>
  )
}
