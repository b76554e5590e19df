"""Courses, who is in them, what they ask, and how it counts."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

from app.database.schema.naming import Moment, metadata

courses = Table(
    "courses",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(32), nullable=False, unique=True, doc="random; stands in the address"),
    Column("title", String(120), nullable=False),
    Column(
        "join_code",
        String(16),
        nullable=False,
        unique=True,
        doc="lets people in until another takes its place",
    ),
    Column("hide_names", Boolean, nullable=False, doc="whether answers are marked without names"),
    Column("owner_id", ForeignKey("people.id", ondelete="SET NULL"), doc="whom nobody else removes"),
    Column("created_at", Moment, nullable=False),
    Column("archived_at", Moment),
    Index("ix_courses_owner_id", "owner_id"),
)

members = Table(
    "members",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("course_id", ForeignKey("courses.id", ondelete="CASCADE"), nullable=False),
    Column(
        "person_id",
        ForeignKey("people.id", ondelete="CASCADE"),
        doc="NULL while nobody has joined as this student of the roster",
    ),
    Column("role", String(16), nullable=False, doc="in this course"),
    Column(
        "sees_names",
        Boolean,
        nullable=False,
        server_default=true(),
        doc="else an assistant marks without them",
    ),
    Column("joined_at", Moment),
    Column("left_at", Moment),
    Column("withdrawn_at", Moment, doc="by an instructor: no code lets them back in"),
    Column(
        "listed_name",
        String(80),
        nullable=False,
        server_default=text("''"),
        doc="on the roster; the next, too",
    ),
    Column("listed_email", String(254), doc="in small letters"),
    Column("matriculation", String(32)),
    Column("section", String(40), nullable=False, server_default=text("''")),
    Column("stated_number", String(32), doc="typed on joining, where no line of the roster had it"),
    Column(
        "extra_time", Integer, nullable=False, server_default="0", doc="percent more, in the course's exams"
    ),
    Column("break_minutes", Integer, nullable=False, server_default="0", doc="in them, off the clock"),
    UniqueConstraint("course_id", "person_id"),
    UniqueConstraint("course_id", "listed_email", name="uq_members_listed_email"),
    UniqueConstraint("course_id", "matriculation", name="uq_members_matriculation"),
    Index("ix_members_person_id", "person_id"),
    Index("ix_members_listed_email", "listed_email"),
)

roster_imports = Table(
    "roster_imports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column(
        "course_id",
        ForeignKey("courses.id", ondelete="CASCADE"),
        nullable=False,
        unique=True,
        doc="a course keeps its last import, which can be undone",
    ),
    Column("person_id", ForeignKey("people.id", ondelete="SET NULL"), doc="who imported"),
    Column("at", Moment, nullable=False),
    Column(
        "changes",
        JSON,
        nullable=False,
        doc="of every line: its member, before and after, and who was matched with it",
    ),
    Index("ix_roster_imports_person_id", "person_id"),
)

assignments = Table(
    "assignments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(32), nullable=False, unique=True, doc="random; stands in the address"),
    Column("course_id", ForeignKey("courses.id", ondelete="CASCADE"), nullable=False),
    Column("title", String(120), nullable=False),
    Column("opens_at", Moment),
    Column("due_at", Moment),
    Column("created_at", Moment, nullable=False),
    Column("figure", Text, doc="the address of one that it begins with"),
    Column("figure_moves", Boolean, nullable=False, server_default=true(), doc="else it is a still picture"),
    Column("solutions_wait", Boolean, nullable=False, server_default=true(), doc="for the last due date"),
    Column(
        "published", Boolean, nullable=False, server_default=true(), doc="else those who teach see it alone"
    ),
    Column(
        "results", String(16), nullable=False, server_default="at once", doc="when it is told what is right"
    ),
    Column("released_at", Moment, doc="when its results were released by hand"),
    Column(
        "closes_practice",
        Boolean,
        nullable=False,
        server_default=true(),
        doc="to those who are in no course, too",
    ),
    Column("hints", Boolean, nullable=False, server_default=true(), doc="whether students may take them"),
    Column("tries", Integer, nullable=False, server_default="1", doc="of a question; 0: any number"),
    Column("counting", String(8), nullable=False, server_default="best", doc="which of them count"),
    Column("grace_minutes", Integer, nullable=False, server_default="0"),
    Column("late_period", String(8), nullable=False, server_default="day"),
    Column("late_periods", Integer, nullable=False, server_default="0", doc="in which late answers count"),
    Column("late_percent", Integer, nullable=False, server_default="0", doc="lost for each that is begun"),
    Column("late_most_percent", Integer, nullable=False, server_default="100", doc="lost in all"),
    Column("category_id", ForeignKey("categories.id", ondelete="SET NULL")),
    Column("extra_credit", Boolean, nullable=False, server_default=false(), doc="adds to no maximum"),
    Index("ix_assignments_course_id", "course_id"),
    Index("ix_assignments_category_id", "category_id"),
)

set_marks = Table(
    "set_marks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("assignment_id", ForeignKey("assignments.id", ondelete="CASCADE"), nullable=False),
    Column("member_id", ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False, doc="points, excused, or that what was earned counts again"),
    Column("points", String(40), doc="that count in place of those earned"),
    Column("reason", Text, nullable=False),
    Column("person_id", ForeignKey("people.id", ondelete="SET NULL"), doc="who set it"),
    Column("at", Moment, nullable=False),
    Index("ix_set_marks_assignment_id", "assignment_id"),
    Index("ix_set_marks_member_id", "member_id"),
    Index("ix_set_marks_person_id", "person_id"),
)

grade_scales = Table(
    "grade_scales",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("course_id", ForeignKey("courses.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("steps", JSON, nullable=False, doc="grades, the best first, each with the least percent, exact"),
    Column("passing", String(16), nullable=False, doc="the lowest grade that passes"),
    Column("rounding", String(8), nullable=False, doc="of the mark in percent"),
    Column("shown", Boolean, nullable=False, doc="whether students see their grades"),
)

set_grades = Table(
    "set_grades",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("member_id", ForeignKey("members.id", ondelete="CASCADE"), nullable=False),
    Column("grade", String(16), nullable=False, doc="final; empty: the computed one counts again"),
    Column("reason", Text, nullable=False),
    Column("person_id", ForeignKey("people.id", ondelete="SET NULL"), doc="who set it"),
    Column("at", Moment, nullable=False),
    Index("ix_set_grades_member_id", "member_id"),
    Index("ix_set_grades_person_id", "person_id"),
)

categories = Table(
    "categories",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("course_id", ForeignKey("courses.id", ondelete="CASCADE"), nullable=False),
    Column("title", String(60), nullable=False),
    Column("weight", Integer, nullable=False, doc="of its assignments in the course's mark"),
    Column("drop_lowest", Integer, nullable=False, doc="so many of each student's do not count"),
    Index("ix_categories_course_id", "course_id"),
)

assigned = Table(
    "assigned",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("assignment_id", ForeignKey("assignments.id", ondelete="CASCADE"), nullable=False),
    Column("question", String(60), nullable=False),
    Column("level", String(16), nullable=False),
    Column("place", Integer, nullable=False),
    UniqueConstraint("assignment_id", "question"),
    Index("ix_assigned_question", "question"),
)

rubric_comments = Table(
    "rubric_comments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("course_id", ForeignKey("courses.id", ondelete="CASCADE"), nullable=False),
    Column("question", String(60), nullable=False),
    Column("part", String(80), nullable=False),
    Column("text", Text, nullable=False, doc="as students read it"),
    Column("points", String(40), nullable=False, doc="that it adds; negative: that it takes off"),
    Column("retired_at", Moment, doc="from then on it is not offered to markers"),
    Index("ix_rubric_comments_course_id_question", "course_id", "question"),
)
"""Comments of rubrics. The verdict of an answer that carries some holds their text and points, and so does the log."""

extensions = Table(
    "extensions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("assignment_id", ForeignKey("assignments.id", ondelete="CASCADE"), nullable=False),
    Column(
        "member_id",
        ForeignKey("members.id", ondelete="CASCADE"),
        nullable=False,
        doc="a student of the roster, joined or not; of two that a matching brought together, the later holds",
    ),
    Column("due_at", Moment, nullable=False),
    Index("ix_extensions_assignment_id", "assignment_id"),
    Index("ix_extensions_member_id", "member_id"),
)

section_extensions = Table(
    "section_extensions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("assignment_id", ForeignKey("assignments.id", ondelete="CASCADE"), nullable=False),
    Column("section", String(40), nullable=False, doc="of the roster: whoever is in it has the date"),
    Column("due_at", Moment, nullable=False),
    UniqueConstraint("assignment_id", "section"),
)

announcements = Table(
    "announcements",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("course_id", ForeignKey("courses.id", ondelete="CASCADE"), nullable=False),
    Column("person_id", ForeignKey("people.id", ondelete="SET NULL"), doc="who wrote it"),
    Column("title", String(120), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("edited_at", Moment),
    Index("ix_announcements_course_id", "course_id"),
    Index("ix_announcements_person_id", "person_id"),
)
