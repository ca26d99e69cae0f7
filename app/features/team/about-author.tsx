import { Face } from "./face.tsx";
import { type Person, personPath } from "./people.ts";

const FACE_PX = 64;

export function AboutAuthor({ title, person }: { title: string; person: Person }) {
  const { name, position, biography, image } = person;
  return (
    <aside className="writer" aria-label={title}>
      <Face name={name} image={image} size={FACE_PX} />
      <div>
        <p className="xs subtle" aria-hidden="true">
          {title}
        </p>
        <p>
          <b>
            <a href={personPath(person)}>{name}</a>
          </b>
          , {position}
        </p>
        {biography && <p className="small muted">{biography}</p>}
      </div>
    </aside>
  );
}
