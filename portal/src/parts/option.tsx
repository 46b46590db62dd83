type Props = {
  /** The name of the group, of which one is chosen. */
  name: string;
  title: string;
  text: string;
  isChosen: boolean;
  onChoose(): void;
};

/** One of several answers, with its consequence in words. */
export function Option({ name, title, text, isChosen, onChoose }: Props) {
  return (
    <label className="option">
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <span>
        <b>{title}</b>
        <small>{text}</small>
      </span>
    </label>
  );
}
