import { ArrowUpRight } from 'lucide-react'
import { Button } from '~/design/button'
import type { ButtonAppearance } from '~/design/button-class'
import { Icon } from '~/design/icon'

type OpenProviderButtonProps = Pick<ButtonAppearance, 'variant' | 'size'> & {
  isOpening: boolean
  onOpen: () => void
  children: string
}

/** A button with an arrow that opens the provider's page. */
export function OpenProviderButton(props: OpenProviderButtonProps) {
  const { variant = 'primary', size, isOpening, onOpen, children } = props
  return (
    <Button variant={variant} size={size} busy={isOpening && 'Opening'} onClick={onOpen}>
      {children}
      <Icon of={ArrowUpRight} />
    </Button>
  )
}
