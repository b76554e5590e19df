"""The marks of a course: what counts, how it is weighted, and the gradebook with everybody's."""
