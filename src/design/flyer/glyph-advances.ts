/** Advance widths of Mona Sans at weight 800, so a title can be justified without loading the font. */

export type AnchorWidth = 75 | 100 | 125

// One row per width and one number per character: a third of the size of an object per width.
const CHARACTERS =
  '0123456789 !"#$%&\'()*+,-./:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~—–·’éöü'

const ROWS: Record<AnchorWidth, string> = {
  75: '480 334 441 457 494 457 475 463 455 475 163 218 370 542 449 705 617 176 292 292 260 480 199 339 186 341 186 199 480 480 480 428 686 481 453 470 480 370 363 491 485 233 276 481 345 627 481 484 458 508 467 438 380 472 457 728 474 477 419 304 342 304 480 392 302 452 452 421 452 425 284 449 457 219 219 439 219 712 457 437 452 452 295 402 269 457 417 624 444 413 349 329 219 329 480 635 446 199 199 426 437 457',
  100: '619 439 583 597 654 609 635 592 610 635 208 279 455 686 673 864 766 220 374 374 307 600 232 423 223 461 223 232 600 600 600 568 894 753 708 770 754 641 627 818 797 307 430 738 578 922 786 802 675 843 732 672 643 738 766 1029 786 742 639 384 435 384 600 476 302 645 645 581 645 585 386 625 639 286 286 633 286 975 639 605 645 645 418 540 418 640 592 831 640 585 539 426 303 426 600 735 562 228 232 592 605 640',
  125: '786 440 641 686 719 693 718 627 696 718 208 268 446 729 712 976 799 207 385 385 317 720 250 412 245 522 245 250 720 720 720 592 944 861 761 832 813 703 664 870 860 303 465 843 606 1009 870 865 734 908 797 736 680 794 869 1142 846 814 696 387 495 387 720 482 330 717 716 665 717 684 415 690 708 287 287 708 287 1099 708 686 716 717 430 615 451 709 673 915 686 657 592 441 296 441 720 758 579 220 250 682 686 709',
}

function parseAdvances(row: string): Map<string, number> {
  const numbers = row.split(' ')
  return new Map(
    Array.from(CHARACTERS, (character, index) => [character, Number(numbers[index]) / 1000] as const),
  )
}

const ADVANCES: Record<AnchorWidth, Map<string, number>> = {
  75: parseAdvances(ROWS[75]),
  100: parseAdvances(ROWS[100]),
  125: parseAdvances(ROWS[125]),
}

const TRACKING_EM = -0.012

/** Returns the width of a line in em at one of the three widths; characters outside the table count as an O. */
export function measureLine(text: string, width: AnchorWidth): number {
  const table = ADVANCES[width]
  const unknown = table.get('O') ?? 0
  let sum = 0
  for (const character of text) sum += table.get(character) ?? unknown
  return sum + TRACKING_EM * (text.length - 1)
}
